import { checksAdder } from './add-checks';
import { uploadBeginner } from './begin-upload';
import type { Call, Reply } from './caller';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { storeReader } from './read-store';
import { commandRunner, type Machine } from './run-command';
import { uploadHandlers } from './uploads';

export interface Route {
  readonly methods: readonly string[];
  /** Below the interface's address. */
  readonly path: RegExp;
  readonly handle: (call: Call) => Promise<Reply>;
}

export function routesOf(machine: Machine, limits: Limits): readonly Route[] {
  const { store } = machine;
  const { put, commit } = uploadHandlers(store, limits);
  return [
    { methods: ['POST'], path: /^\/commands\/([\w-]{1,50})$/, handle: commandRunner(machine) },
    { methods: ['GET', 'HEAD'], path: /^\/store\/(.{1,500})$/, handle: storeReader(store.blobs) },
    { methods: ['POST'], path: /^\/uploads$/, handle: uploadBeginner(store) },
    { methods: ['POST'], path: /^\/uploads\/(\w+)\/commit$/, handle: commit },
    { methods: ['PUT'], path: /^\/uploads\/(\w+)\/([\w-]{64})$/, handle: put },
    { methods: ['POST'], path: /^\/checks$/, handle: checksAdder(store) },
  ];
}

/** @throws ProblemError for an unknown path, or a method that it does not have */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  const found = routes.find((one) => one.path.test(path));
  if (!found) throw new ProblemError('not-found', 'There is no such address: GET /release/v1 lists them.');
  if (!found.methods.includes(method)) {
    const allow = found.methods.join(', ');
    throw new ProblemError('method-not-allowed', `This address takes ${allow}.`, { allow });
  }
  return { route: found, words: found.path.exec(path)?.slice(1) ?? [] };
}
