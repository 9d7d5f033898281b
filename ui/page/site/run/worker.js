// The program runs here, beside the page, so that the page is never held up by it. Keys
// come as messages, what the program draws goes back as messages.
"use strict";

importScripts("files.js", "wasm_exec.js");

let waiting = null; // a read of the program that waits for keys
let keys = new Uint8Array(0);

function deliver() {
  if (!waiting || keys.length === 0) return;
  const { bytes, answer } = waiting;
  const n = Math.min(bytes.length, keys.length);
  bytes.set(keys.subarray(0, n));
  keys = keys.slice(n);
  waiting = null;
  answer(n);
}

const terminal = {
  write(fd, bytes) {
    postMessage({ kind: fd === 2 ? "error" : "output", bytes }, [bytes.buffer]);
  },
  read(bytes, answer) {
    waiting = { bytes, answer };
    deliver();
  },
};

const { fs, put, resolve } = makeFiles(terminal, (name, bytes) => postMessage({ kind: "file", name, bytes }, [bytes.buffer]), (bytes) => postMessage({ kind: "state", bytes }));
globalThis.fs = fs;
globalThis.path = { resolve: (...parts) => resolve(parts.join("/")) };
globalThis.process = { pid: 1, ppid: 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], umask: () => 0o22, cwd: () => "/home", chdir() {} };

// What the program knows of its page.
const turns = new MessageChannel();
const resume = []; // one for each part of the program that waits for its next turn
turns.port1.onmessage = () => resume.shift()();
globalThis.regretscope = {
  columns: 80,
  rows: 24,
  resized() {},
  ask() {},
  said: (line) => postMessage({ kind: "line", line }),
  yield(then) {
    resume.push(then);
    turns.port2.postMessage(0);
  },
};

const encoder = new TextEncoder();

onmessage = async ({ data }) => {
  switch (data.kind) {
    case "start": {
      Object.assign(regretscope, { columns: data.columns, rows: data.rows });
      for (const [name, bytes] of data.files) put(name, bytes);
      const go = new Go();
      let status = 0;
      go.argv = ["regretscope", ...data.args];
      // While there is room, memory is collected less often: a page has one thread for both.
      go.env = { HOME: "/home", TMPDIR: "/tmp", TERM: "xterm-256color", GOGC: "400", GOMEMLIMIT: "512MiB" };
      go.exit = (code) => (status = code);
      // Keys and timers that come after the program's end would be errors in its worker.
      const proceed = go._resume;
      go._resume = () => {
        if (go.exited) go._scheduledTimeouts.clear();
        else proceed.call(go);
      };
      try {
        await go.run(await WebAssembly.instantiate(data.module, go.importObject));
      } catch (error) {
        postMessage({ kind: "fault", text: String(error) });
        return;
      }
      postMessage({ kind: "end", status });
      break;
    }
    case "files":
      for (const [name, bytes] of data.files) put(name, bytes);
      break;
    case "keys": {
      const more = encoder.encode(data.text);
      const all = new Uint8Array(keys.length + more.length);
      all.set(keys);
      all.set(more, keys.length);
      keys = all;
      deliver();
      break;
    }
    case "size":
      Object.assign(regretscope, { columns: data.columns, rows: data.rows });
      regretscope.resized();
      break;
    case "ask":
      regretscope.ask();
  }
};
