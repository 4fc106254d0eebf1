// A placeholder: asks for the games and shows the answer.
const token = location.hash.slice(1).split("&")[0];
const answer = await fetch("/api/games", {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Jailbird-Token": token },
  body: "{}",
});
document.getElementById("board").textContent = JSON.stringify(await answer.json(), null, 1);
