// The page around the program: it loads it, gives it a terminal, and takes what it saves.
// All text that comes from a link or from the program is put into the page as text.
"use strict";

const $ = (id) => document.getElementById(id);
const plain = new URLSearchParams(location.search).has("plain");
const dark = matchMedia("(prefers-color-scheme: dark)");
const decoder = new TextDecoder();
const lessons = "regretscope lessons"; // in the storage of the browser
const kept = "regretscope"; // in the storage of this tab's session
const mostDropped = 20e6; // bytes of a file,
const mostInAll = 60e6; // and of all that are kept
const mostLink = 4096; // bytes, as the program has it

let module; // the compiled program, as a promise
let worker; // what runs it
let ready = null; // the first one, which starts while the program is loaded
let terminal, fit;
let files = new Map(); // that were dropped
let run = { link: "", line: "", args: null }; // what is open: by a link, by now, or by arguments of the page
let said = ""; // by the program on its error stream
let plainText = "";

function notice(text, action, then) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (action) offer(action, then);
}

// offer adds a button to the notice.
function offer(action, then) {
  const button = document.createElement("button");
  button.textContent = action;
  button.onclick = then;
  $("notice").append(button);
}

// fail says why the program cannot be opened.
function fail(text) {
  (plain ? $("log") : $("progress")).textContent = text;
}

// Some servers unpack files themselves, others send them as they are: the first bytes say
// which it is.
async function load() {
  const response = await fetch("regretscope.wasm.gz");
  if (!response.ok) throw new Error(`the program is not there (${response.status})`);
  const packed = response.headers.get("Content-Encoding"); // by the server, so that what arrives is longer
  const total = packed ? 0 : Number(response.headers.get("Content-Length"));
  const reader = response.body.getReader();
  let first = await reader.read();
  while (!first.done && first.value.length < 2) {
    const more = await reader.read();
    if (more.done) break;
    first = { value: new Uint8Array([...first.value, ...more.value]) };
  }
  let loaded = 0;
  const show = (bytes) => {
    loaded += bytes;
    $("progress").textContent = total && loaded >= total ? "Starting …" : `Loading the program: ${(loaded / 1e6).toFixed(1)}${total ? " of " + (total / 1e6).toFixed(1) : ""} MB`;
  };
  let stream = new ReadableStream({
    start(to) {
      show(first.value.length);
      to.enqueue(first.value);
    },
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) {
        $("progress").textContent = "Starting …";
        return to.close();
      }
      show(value.length);
      to.enqueue(value);
    },
  });
  if (first.value[0] === 0x1f && first.value[1] === 0x8b) stream = stream.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

const palettes = {
  dark: { background: "#101214", foreground: "#e6e6e6", cursor: "#e6e6e6" },
  light: { background: "#ffffff", foreground: "#1a1a1a", cursor: "#1a1a1a", selectionBackground: "#b3d4fc" },
};

// fitted chooses a size of letters that gives 60 columns and 16 lines where the window
// has room for them, and gives the terminal what then fits.
function fitted() {
  const { clientWidth: width, clientHeight: height } = $("screen");
  const size = Math.max(7, Math.min(15, Math.floor(2 * Math.min((width - 8) / 60 / 0.61, (height - 8) / 16 / 1.25)) / 2));
  if (terminal.options.fontSize !== size) terminal.options.fontSize = size;
  fit.fit();
}

function makeTerminal() {
  const host = document.createElement("div");
  host.id = "terminal";
  $("screen").append(host);
  terminal = new Terminal({
    allowProposedApi: false, convertEol: true, scrollback: 0, cursorBlink: false, fontSize: 15,
    fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace',
    theme: palettes[dark.matches ? "dark" : "light"],
  });
  fit = new FitAddon.FitAddon();
  terminal.loadAddon(fit);
  terminal.open(host);
  terminal.textarea.setAttribute("aria-label", "Keys for the program. For a screen reader there is the plain page.");
  fitted();
  terminal.onData((text) => keys(text));
  terminal.onBinary((text) => keys(text));
  terminal.onResize(({ cols, rows }) => worker?.postMessage({ kind: "size", columns: cols, rows }));
  terminal.onWriteParsed(lookAtFoot);
  terminal.parser.registerOscHandler(52, (data) => {
    copy(data);
    return true;
  });
  let soon;
  new ResizeObserver(() => {
    clearTimeout(soon);
    soon = setTimeout(fitted, 50);
  }).observe($("screen"));
  terminal.focus();
}

function keys(text) {
  if (worker) worker.postMessage({ kind: "keys", text });
  else if (text === "\r") start();
}

// copy makes a link of the command line that the program gives to the clipboard, copies it
// where the browser allows that, and shows it.
function copy(data) {
  let line;
  try {
    line = decoder.decode(Uint8Array.from(atob(data.slice(data.indexOf(";") + 1)), (c) => c.charCodeAt(0)));
  } catch {
    return; // which is no text in base 64
  }
  const link = location.href.replace(/[?#].*/s, "") + "#" + linkOf(line);
  const show = (text) => {
    const address = document.createElement("a");
    address.href = address.textContent = link;
    notice(text);
    $("notice").append(address);
    offer("Copy", () => {
      getSelection().selectAllChildren(address);
      if (document.execCommand("copy")) show("Copied: "); // also where pages have no clipboard
    });
    offer("Close", () => {
      notice("");
      terminal.focus();
    });
  };
  show("This screen is a link: ");
  navigator.clipboard?.writeText(link).then(() => show("Copied: "), () => {});
}

// linkOf writes a command line so that it survives in a link: blanks as %20, and what
// messengers take for the end of a link.
const linkOf = (line) => encodeURIComponent(line.replace(/^regretscope /, "")).replace(/%2C/g, ",").replace(/%3D/g, "=").replace(/['()]/g, (c) => "%" + c.charCodeAt(0).toString(16));

function linked() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

// args are what the program starts with.
function argsOf() {
  const flags = [];
  if (plain) flags.push("--plain");
  else flags.push("--background", dark.matches ? "dark" : "light");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches && !plain) flags.push("--reduced-motion");
  if (run.args) return run.args[0] === "lesson" ? ["lesson", ...flags, ...run.args.slice(1)] : [...flags, ...run.args];
  // What begins with # is taken as a link, which names no file.
  const given = (run.line || run.link).trim().replace(/^regretscope +/, "").replace(/(^| )--plain(?= |$)/, "");
  if (given === "") return flags;
  if (/^(?!lesson\b)[^-]/.test(given)) return ["#" + given]; // another command, which is refused by its name
  const own = given.includes("--background") ? flags.filter((flag) => flag.startsWith("--") && flag !== "--background") : flags;
  const words = own.filter((flag) => flag !== "--reduced-motion" || !given.includes(flag)).join(" ");
  return ["#" + (given.startsWith("lesson") ? given.replace(/^lesson/, "lesson " + words) : words + " " + given)];
}

async function start() {
  let compiled;
  try {
    compiled = await module;
  } catch (error) {
    fail("The program cannot be loaded: " + error.message);
    return;
  }
  worker?.terminate();
  said = "";
  terminal?.reset();
  worker = ready ?? new Worker("worker.js");
  ready = null;
  let started = false;
  worker.onmessage = ({ data }) => {
    started = true;
    heard(data);
  };
  worker.onerror = (event) => (started ? ended(1, event.message) : notice("The program cannot be started: " + event.message));
  const size = terminal ? { columns: terminal.cols, rows: terminal.rows } : { columns: 80, rows: 24 };
  worker.postMessage({ kind: "start", module: compiled, args: argsOf(), files: [...files, ...remembered()], ...size });
}

// remembered returns the program's file of lessons from the browser's storage, empty without one.
function remembered() {
  let text = "";
  try {
    text = localStorage.getItem(lessons) ?? "";
  } catch {} // it may not be read
  return [[".local/state/regretscope/lessons.json", new TextEncoder().encode(text)]];
}

function remember(bytes) {
  try {
    if (bytes.length > 0) localStorage.setItem(lessons, decoder.decode(bytes));
    else localStorage.removeItem(lessons);
  } catch {} // without a storage, nothing is remembered
}

function heard(data) {
  switch (data.kind) {
    case "state":
      remember(data.bytes);
      break;
    case "output":
      $("still").hidden = true;
      if (plain) say(data.bytes);
      else terminal.write(data.bytes);
      break;
    case "error":
      said += decoder.decode(data.bytes);
      break;
    case "line":
      if (data.line) run.line = data.line;
      keep();
      break;
    case "file":
      download(data.name, data.bytes);
      break;
    case "fault":
      ended(1, data.text);
      break;
    case "end":
      ended(data.status, said.trim());
  }
}

// ended says how the program ended. A wrong link leads to the setup screen.
function ended(status, text) {
  worker?.terminate();
  worker = null;
  if (status === 2 && (run.link || run.line || run.args)) {
    notice(text.slice(0, 1000));
    run = { link: "", line: "", args: null };
    keep();
    start();
    return;
  }
  run.line = "";
  sessionStorage.removeItem(kept);
  terminal?.reset();
  notice(status === 0 ? "The program has ended." : text.slice(0, 1000) || "The program has ended.", "Open it again", () => {
    notice("");
    start();
    terminal?.focus();
  });
}

function say(bytes) {
  plainText += decoder.decode(bytes, { stream: true });
  const end = plainText.lastIndexOf("\n") + 1;
  if (plainText.slice(end) !== "> " && end === 0) return;
  const text = plainText.slice(0, end).replace(/^(> )+/gm, "");
  plainText = plainText.slice(end).replace(/^> /, "");
  if (!text) return;
  const part = document.createElement("div");
  part.textContent = text;
  $("log").append(part);
  $("log").scrollTop = $("log").scrollHeight;
}

function download(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// keep lets a reload open the run where it is. Files stay with the page alone.
function keep() {
  if (run.args) return;
  try {
    sessionStorage.setItem(kept, JSON.stringify({ link: run.link, line: run.line }));
  } catch {} // without storage a reload opens the link
}

// count formats a number for people, as the program does.
function count(n) {
  return n.toLocaleString("en-US");
}

function recall() {
  run = { link: linked(), line: "", args: null };
  const bytes = new TextEncoder().encode(run.link).length;
  if (bytes > mostLink) { // more than Go's start takes
    notice(`the link: has ${count(bytes)} bytes, at most ${count(mostLink)} are allowed`);
    run.link = "";
  }
  if (run.link.includes("\0")) { // where Go's start would cut it
    notice("the link: holds a character that is not text");
    run.link = "";
  }
  try {
    const before = JSON.parse(sessionStorage.getItem(kept));
    if (before?.link === run.link && typeof before.line === "string") run.line = before.line;
  } catch {}
}

// dropped opens a file: a lesson has stops, a script ends in .script, and all else is a
// scenario, which may read a table beside it, or a table alone.
async function dropped(list) {
  let opens = null;
  for (const file of list) {
    const name = file.name.replace(/[^\p{L}\p{N}._-]/gu, "_").replace(/^[.-]+/, "");
    if (file.size > mostDropped) return notice(`${name}: has ${count(file.size)} bytes, at most ${count(mostDropped)} are read`);
    const others = [...files].reduce((sum, [other, kept]) => (other === name ? sum : sum + kept.length), 0);
    if (others + file.size > mostInAll) return notice(`${name}: the files would have ${count(others + file.size)} bytes, at most ${count(mostInAll)} are kept; a reload drops them`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    files.set(name, bytes);
    if (/\.toml$/i.test(name)) {
      opens = /^\s*\[\[\s*stop/m.test(decoder.decode(bytes)) ? ["lesson", "./" + name] : ["--scenario", "./" + name];
    } else if (/\.script$/i.test(name)) {
      opens = ["--script", "./" + name];
    } else if (/\.csv(\.gz)?$/i.test(name)) {
      opens ??= ["--scenario", "./" + name];
    }
  }
  if (!opens) return notice(`${[...list].map((file) => file.name).join(", ").slice(0, 200)}: is there for a scenario to read; drop the scenario (.toml), a table (.csv), a lesson (.toml) or a script (.script) to open it`);
  notice("");
  run = { link: "", line: "", args: opens };
  history.replaceState(null, "", location.pathname + location.search);
  start();
}

function takeDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    dropped(event.dataTransfer.files);
  });
}

// The foot says which keys there are now; for fingers each is a button.
const named = { space: " ", tab: "\t", enter: "\r", esc: "\x1b", "↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "←": "\x1b[D", pgup: "\x1b[5~", pgdown: "\x1b[6~" };
let foot = "", looking = false; // a look is due, which sees what is written until then
function lookAtFoot() {
  if (looking) return;
  looking = true;
  setTimeout(() => {
    looking = false;
    const buffer = terminal.buffer.active;
    const line = buffer.getLine(buffer.baseY + terminal.rows - 1)?.translateToString(true) ?? "";
    if (line === foot) return;
    foot = line;
    const buttons = [];
    for (const part of line.split(" · ")) {
      const [, all, does] = /^\s*(\S+)\s+(.*)$/.exec(part) ?? [];
      if (!all) continue;
      const each = named[all] || [...all].length === 1 ? [all] : all.length > 1 && /^↑↓/.test(all) ? ["↑", "↓"] : all.split("/");
      for (const key of each) {
        const text = named[key] ?? ([...key].length === 1 ? key : "");
        if (text) buttons.push([text, each.length > 1 ? key : `${key} ${does}`.trim()]);
      }
    }
    if (buttons.length === 0) return;
    for (const [text, label] of [["\x1b", "esc"], ["\r", "enter"], ["\x1b[A", "↑"], ["\x1b[B", "↓"], ["\t", "tab"]]) {
      if (!buttons.some((b) => b[0] === text)) buttons.push([text, label]);
    }
    $("keys").replaceChildren(...buttons.map(([text, label]) => {
      const button = document.createElement("button");
      button.textContent = label;
      button.onclick = () => keys(text);
      return button;
    }));
  }, 200);
}

// missing says why the program cannot run, or is empty.
function missing() {
  if (location.protocol === "file:") {
    const line = "python3 -m http.server", address = "http://localhost:8000/run/" + location.search + location.hash;
    return `This page needs a web server: browsers do not let a page on a disk read files. In the folder above this one, run\n\n${line}\n\nand open ${address}`;
  }
  if (typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function") {
    return "This browser has no WebAssembly, workers or DecompressionStream, which the program needs; every browser of 2023 or later has them.";
  }
  return "";
}

function begin() {
  $("screen").hidden = plain;
  $("plain").hidden = !plain;
  if (obstacle) return fail(obstacle);
  recall();
  if (!plain && / --plain /.test(` ${run.link} `)) {
    location.search = "plain"; // keeps what follows the #
    return;
  }
  if (plain) {
    $("other").href = location.pathname + location.hash;
    $("other").textContent = "the screen";
    $("log").textContent = "Loading the program …\n";
    $("prompt").onsubmit = (event) => {
      event.preventDefault();
      const echo = document.createElement("div");
      echo.textContent = "> " + $("command").value;
      $("log").append(echo);
      keys($("command").value + "\n");
      $("command").value = "";
    };
    $("command").focus();
  } else {
    $("other").onclick = () => ($("other").href = "?plain" + location.hash);
    makeTerminal();
    dark.addEventListener("change", () => {
      terminal.options.theme = palettes[dark.matches ? "dark" : "light"];
      start();
    });
    setInterval(() => worker?.postMessage({ kind: "ask" }), 1000);
    takeDrops();
  }
  addEventListener("storage", ({ key }) => { // another tab remembers or forgets lessons
    if (key === lessons) worker?.postMessage({ kind: "files", files: remembered() });
  });
  addEventListener("hashchange", () => {
    notice("");
    recall();
    start();
  });
  if (new URLSearchParams(location.search).has("tour") && !plain && !run.link) tour();
  else start();
}

// tour plays the script of the tour.
async function tour() {
  try {
    const response = await fetch("tour.script");
    if (!response.ok) throw new Error(response.status);
    dropped([new File([await response.blob()], "tour.script")]);
  } catch (error) {
    notice("The tour cannot be loaded: " + error.message);
    start();
  }
}

const obstacle = missing();
if (!obstacle) { // load while the browser reads the terminal's scripts
  ready = new Worker("worker.js");
  module = load();
  module.catch(() => {}); // start says so
}
addEventListener("DOMContentLoaded", begin);
