// A small file system in memory, as Go's wasm_exec.js asks for one: folders, files, links.
// The terminal is the files 0, 1 and 2. What the program finishes in its folder, home, is
// handed to finished(name, bytes); names that begin with a dot are work under way. What it
// remembers is handed to remembered(bytes), empty if it is to be forgotten.
"use strict";

const home = "/home";

const state = home + "/.local/state/regretscope/lessons.json"; // what the program remembers

function makeFiles(terminal, finished, remembered) {
  const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const folderMode = 0o40755, fileMode = 0o100644;
  let inodes = 0, descriptors = 100;
  const makeNode = (mode) => ({ mode, inode: ++inodes, bytes: new Uint8Array(0), size: 0, changed: Date.now(), links: 1 });
  const nodes = new Map(["/", home, "/tmp"].map((path) => [path, makeNode(folderMode)]));
  const open = new Map();

  const failure = (code) => Object.assign(new Error(code), { code });
  const isFolder = (node) => (node.mode & 0o170000) === 0o040000;
  const resolve = (path) => {
    const parts = [];
    for (const part of (path.startsWith("/") ? path : home + "/" + path).split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return "/" + parts.join("/");
  };
  const parent = (path) => path.slice(0, path.lastIndexOf("/")) || "/";
  const find = (path) => {
    const node = nodes.get(resolve(path));
    if (!node) throw failure("ENOENT");
    return node;
  };
  const opened = (fd) => {
    const file = open.get(fd);
    if (!file) throw failure("EBADF");
    return file;
  };
  const place = (path, node) => {
    const folder = nodes.get(parent(path));
    if (!folder) throw failure("ENOENT");
    if (!isFolder(folder)) throw failure("ENOTDIR");
    nodes.set(path, node);
  };
  const below = (path) => [...nodes.keys()].filter((p) => p !== "/" && parent(p) === path);
  const resize = (node, size) => {
    if (size > node.bytes.length) {
      const larger = new Uint8Array(Math.max(size, 2 * node.bytes.length));
      larger.set(node.bytes.subarray(0, node.size));
      node.bytes = larger;
    } else {
      node.bytes.fill(0, size, node.size);
    }
    node.size = size;
    node.changed = Date.now();
  };
  const contents = (node) => node.bytes.slice(0, node.size);
  const finish = (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (path === state) remembered(contents(nodes.get(path)));
    if (parent(path) === home && !name.startsWith(".")) finished(name, contents(nodes.get(path)));
  };
  const stat = (node) => ({
    dev: 1, ino: node.inode, mode: node.mode, nlink: node.links, uid: 0, gid: 0, rdev: 0, size: node.size, blksize: 4096,
    blocks: Math.ceil(node.size / 512), atimeMs: node.changed, mtimeMs: node.changed, ctimeMs: node.changed,
    isDirectory: () => isFolder(node),
  });
  const device = { mode: 0o020666, inode: 0, size: 0, changed: 0, links: 1 };

  // Every call answers by a function that takes an error or null, and a result.
  const calls = {
    open(path, flags, mode) {
      path = resolve(path);
      let node = nodes.get(path), fresh = false;
      if (node && flags & constants.O_CREAT && flags & constants.O_EXCL) throw failure("EEXIST");
      if (!node) {
        if (!(flags & constants.O_CREAT)) throw failure("ENOENT");
        node = makeNode(fileMode);
        fresh = true;
        place(path, node);
      }
      if (isFolder(node) && flags & 3) throw failure("EISDIR");
      if (flags & constants.O_DIRECTORY && !isFolder(node)) throw failure("ENOTDIR");
      if (flags & constants.O_TRUNC) resize(node, 0);
      open.set(++descriptors, { path, node, at: 0, append: flags & constants.O_APPEND, written: fresh });
      return descriptors;
    },
    close(fd) {
      const file = opened(fd);
      open.delete(fd);
      if (file.written && nodes.get(file.path) === file.node) finish(file.path);
    },
    fstat: (fd) => stat(fd <= 2 ? device : opened(fd).node),
    stat: (path) => stat(find(path)),
    lstat: (path) => stat(find(path)),
    ftruncate(fd, length) {
      const file = opened(fd);
      file.written = true;
      resize(file.node, length);
    },
    truncate: (path, length) => resize(find(path), length),
    mkdir(path) {
      path = resolve(path);
      if (nodes.has(path)) throw failure("EEXIST");
      place(path, makeNode(folderMode));
    },
    readdir(path) {
      if (!isFolder(find(path))) throw failure("ENOTDIR");
      return below(resolve(path)).map((p) => p.slice(p.lastIndexOf("/") + 1));
    },
    rename(from, to) {
      const node = find(from);
      from = resolve(from);
      to = resolve(to);
      if (isFolder(node)) throw failure("ENOTSUP");
      if (from === to) return;
      place(to, node);
      nodes.delete(from);
      finish(to);
    },
    link(from, to) {
      const node = find(from);
      to = resolve(to);
      if (nodes.has(to)) throw failure("EEXIST");
      place(to, node);
      node.links++;
      finish(to);
    },
    unlink(path) {
      const node = find(path);
      if (isFolder(node)) throw failure("EISDIR");
      node.links--;
      nodes.delete(resolve(path));
      if (resolve(path) === state) remembered(new Uint8Array(0));
    },
    rmdir(path) {
      if (!isFolder(find(path))) throw failure("ENOTDIR");
      if (below(resolve(path)).length) throw failure("ENOTEMPTY");
      nodes.delete(resolve(path));
    },
    readlink() { throw failure("EINVAL"); },
    symlink() { throw failure("ENOTSUP"); },
    chmod() {}, fchmod() {}, chown() {}, fchown() {}, lchown() {}, utimes() {}, fsync() {},
  };

  const fs = { constants };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...args) => {
      const answer = args.pop();
      let result;
      try {
        result = call(...args);
      } catch (error) {
        if (!error.code) throw error;
        answer(error);
        return;
      }
      answer(null, result);
    };
  }
  fs.writeSync = (fd, bytes) => {
    terminal.write(fd, bytes.slice());
    return bytes.length;
  };
  fs.write = (fd, bytes, offset, length, position, answer) => {
    const part = bytes.subarray(offset, offset + length);
    if (fd <= 2) {
      fs.writeSync(fd, part);
      answer(null, length);
      return;
    }
    const file = open.get(fd);
    if (!file) return answer(failure("EBADF"));
    const at = file.append ? file.node.size : position ?? file.at;
    if (at + length > file.node.size) resize(file.node, at + length);
    file.node.bytes.set(part, at);
    if (position === null) file.at = at + length;
    file.written = true;
    answer(null, length);
  };
  fs.read = (fd, bytes, offset, length, position, answer) => {
    if (fd === 0) {
      terminal.read(bytes.subarray(offset, offset + length), (n) => answer(null, n));
      return;
    }
    const file = open.get(fd);
    if (!file) return answer(failure("EBADF"));
    if (isFolder(file.node)) return answer(failure("EISDIR"));
    const at = position ?? file.at;
    const part = file.node.bytes.subarray(at, Math.min(at + length, file.node.size));
    bytes.set(part, offset);
    if (position === null) file.at = at + part.length;
    answer(null, part.length);
  };
  // put makes a file of home, which is no finished one.
  const put = (name, bytes) => {
    const node = makeNode(fileMode);
    node.bytes = bytes;
    node.size = bytes.length;
    nodes.set(home + "/" + name, node);
  };
  return { fs, put, resolve };
}

if (typeof module !== "undefined") module.exports = { makeFiles }; // for tests
