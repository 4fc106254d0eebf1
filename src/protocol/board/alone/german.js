/** German texts that only pages without a server have. */

import { GERMAN } from "./core/german.js";

Object.assign(GERMAN, {
  "Games file": "Spieldatei", "Load a file of games": "Eine Datei mit Spielen laden", "The games stay until this tab is closed.": "Die Spiele bleiben, bis dieser Tab geschlossen wird.",
  "The engine does not list the game {0}": "diese Seite hat das Spiel {0} nicht",
  "By mail": "Per Post", "A game by mail": "Eine Partie per Post", "Begin with this position": "Mit dieser Stellung beginnen", "Your move: {0}. Make it, then copy the link.": "Am Zug: {0}. Ziehen Sie und kopieren Sie dann den Link.",
  "You have resigned. Copy the link to tell the other player.": "Sie haben aufgegeben. Kopieren Sie den Link für den Gegner.", "Your move is made. Copy the link and send it.": "Ihr Zug ist gemacht. Kopieren Sie den Link und senden Sie ihn.", "The game is over. Copy the link to show the other player.": "Die Partie ist beendet. Kopieren Sie den Link für den Gegner.",
  "Make your move, copy the link and send it, by mail or in any other way. Who opens it finds the game, makes a move and sends the next link. The engine does not play.": "Ziehen Sie, kopieren Sie den Link und senden Sie ihn, per Post oder anders. Wer ihn öffnet, findet die Partie, zieht und sendet den nächsten Link. Die Engine spielt nicht mit.",
  "The rules of this game are too long for a link: it works only in this tab.": "Die Regeln dieses Spiels sind zu lang für einen Link: er gilt nur in diesem Tab.",
  "The link opens this game wherever this page can be opened.": "Der Link öffnet diese Partie überall, wo sich diese Seite öffnen lässt.",
});
