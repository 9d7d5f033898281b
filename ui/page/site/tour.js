// Plays the recording of the tour (asciicast, version 2) in a terminal on the front page.
"use strict";

const player = document.getElementById("player"), button = document.getElementById("play"), chapter = document.getElementById("chapter");
let terminal, events, next = 0, begun = 0, timer = 0;

const script = (url) => new Promise((done, failed) => {
  const tag = document.createElement("script");
  tag.src = url;
  tag.onload = done;
  tag.onerror = () => failed(new Error(url + " cannot be loaded"));
  document.head.append(tag);
});

async function load() {
  const [text] = await Promise.all([fetch("tour.cast").then((response) => response.text()), script("xterm/xterm.js")]);
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const size = lines.shift();
  events = lines;
  player.replaceChildren();
  const width = Math.min(player.clientWidth, 1000);
  terminal = new Terminal({ cols: size.width, rows: size.height, disableStdin: true, convertEol: true, scrollback: 0, fontSize: Math.max(6, Math.floor(width / size.width / 0.62)), theme: { background: "#101214", foreground: "#e6e6e6" }, fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace' });
  terminal.open(player);
}

function step() {
  const now = (performance.now() - begun) / 1000;
  for (; next < events.length && events[next][0] <= now; next++) {
    const [, kind, text] = events[next];
    if (kind === "o") terminal.write(text);
    if (kind === "m") chapter.textContent = text;
  }
  if (next === events.length) {
    button.textContent = "Play again";
    next = timer = 0;
    return;
  }
  timer = setTimeout(step, 16);
}

button.onclick = async () => {
  if (timer) { // pause
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Go on";
    return;
  }
  button.disabled = true;
  try {
    if (!terminal) await load();
    if (next === 0) terminal.reset();
    begun = performance.now() - 1000 * (next > 0 ? events[next][0] : 0);
    button.textContent = "Pause";
    step();
  } catch (error) {
    chapter.textContent = "The recording cannot be played: " + error.message;
  }
  button.disabled = false;
};
