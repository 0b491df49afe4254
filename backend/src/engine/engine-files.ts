import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PGliteOptions } from '@electric-sql/pglite';

type EngineFiles = Required<Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule' | 'fsBundle'>>;

// Node has it; of its types, only the browser's library does.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<EngineFiles['pgliteWasmModule']> };

const { resolve } = createRequire(import.meta.url);

/** The engine would find its files by an address made of its path, in which `#`, `?` and `%` have other meanings. */
export async function readEngineFiles(): Promise<EngineFiles> {
  const read = (file: string) => readFile(join(resolve('@electric-sql/pglite'), '..', file));
  const [pgliteWasmModule, initdbWasmModule, data] = await Promise.all([
    read('pglite.wasm').then((bytes) => WebAssembly.compile(bytes)),
    read('initdb.wasm').then((bytes) => WebAssembly.compile(bytes)),
    read('pglite.data'),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle: new Blob([data]) };
}
