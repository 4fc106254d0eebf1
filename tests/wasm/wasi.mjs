// Runs a program for WASI: node wasi.mjs PROGRAM.wasm ARGUMENT…
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { WASI } from "node:wasi";

const [, , program, ...rest] = argv;
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
