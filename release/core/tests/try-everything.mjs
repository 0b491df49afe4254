// Runs in place of the sandbox's own script, with all of Node's modules, so that only Node's flags and the system can
// deny anything. Prints "done" or the error's code for each attempt.
import { spawnSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

const [port, marker, pid] = process.argv.slice(2);

const reach = () =>
  new Promise((resolve, reject) => {
    connect(Number(port), '127.0.0.1').on('connect', resolve).on('error', reject);
  });

const ATTEMPTS = {
  'reads a file': () => readFileSync('/etc/passwd'),
  'lists a folder': () => readdirSync('/'),
  'reads the environment of its parent': () => readFileSync(`/proc/${pid}/environ`),
  'writes a file': () => writeFileSync(marker, ''),
  'starts a process': () => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  },
  'starts a thread': () => new Worker('0', { eval: true }).terminate(),
  'loads an addon': () => process.dlopen({ exports: {} }, marker),
  'opens an inspector': () => inspector.open(0, '127.0.0.1', false),
  'signals its parent': () => process.kill(Number(pid), 0),
  'opens a connection': reach,
  'allocates 4 GB': () => Array.from({ length: 40 }, () => Buffer.alloc(1e8)),
  // Rendering needs this.
  computes: () => createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update('a'),
};

const results = {};
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    results[name] = 'done';
  } catch (error) {
    results[name] = error.code ?? error.message;
  }
}
process.stdout.write(JSON.stringify(results), () => process.exit());
