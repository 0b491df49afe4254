import { checksAdder } from './add-checks';
import { visitAdder } from './add-visit';
import type { Call, Reply } from './caller';
import type { Machine } from './commands';
import { describeInterface } from './describe-interface';
import { ENDPOINTS, type Endpoint } from './endpoints';
import { identityExchanger } from './exchange-identity';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { storeReader } from './read-store';
import { commandRunner } from './run-command';
import { uploadBeginner } from './uploads/begin-upload';
import { createActivity } from './uploads/upload-activity';
import { createRoom } from './uploads/upload-room';
import { uploadHandlers } from './uploads/uploads';

type Handle = (call: Call) => Promise<Reply>;

interface Route {
  readonly method: Endpoint['method'];
  readonly pattern: RegExp;
  readonly handle: Handle;
}

/** Patterns of the placeholders. None is URL-decoded: a key is the same in the store and in the URL. */
const WORDS: Readonly<Record<string, string>> = {
  command: '[\\w-]{1,50}',
  key: '.{1,500}',
  upload: '\\w{1,64}',
  content: '[\\w-]{64}',
};

/** @param uploadRefusal why releases from elsewhere are refused; null accepts them */
export function routesOf(machine: Machine, limits: Limits, uploadRefusal: string | null): readonly Route[] {
  const { store } = machine;
  const parts = { activity: createActivity(limits), room: createRoom(machine, limits) };
  const { put, commit } = uploadHandlers(store, limits, parts);
  // All steps: an upload may have begun before a restart.
  const accepted =
    (handle: Handle): Handle =>
    async (call) => {
      if (uploadRefusal !== null) throw new ProblemError('refused', uploadRefusal);
      return handle(call);
    };
  const handlers: Readonly<Record<string, Handle>> = {
    'GET /': describeSelf,
    'POST /identity': identityExchanger(store),
    'POST /commands/{command}': commandRunner(machine, limits),
    'GET /store/{key}': storeReader(store.blobs),
    'HEAD /store/{key}': storeReader(store.blobs),
    'POST /uploads': accepted(uploadBeginner(store, parts)),
    'PUT /uploads/{upload}/{content}': accepted(put),
    'POST /uploads/{upload}/commit': accepted(commit),
    'POST /checks': checksAdder(store),
    'POST /visits': visitAdder(store),
  };
  return ENDPOINTS.map(({ method, path }) => {
    const handle = handlers[`${method} ${path}`];
    if (!handle) throw new Error(`${method} ${path} has no handler.`);
    return { method, pattern: patternOf(path), handle };
  });
}

export const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, word: string) => `(${WORDS[word]})`)}$`);

const describeSelf = async (): Promise<Reply> => ({ status: 200, body: describeInterface() });

/** @throws ProblemError for an unknown path, or a method that it does not have */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const route = matching.find((one) => one.method === method);
  if (route) return { route, words: route.pattern.exec(path)?.slice(1) ?? [] };
  if (matching.length === 0)
    throw new ProblemError('not-found', 'There is no such address: GET /release/v1 lists them.');
  const allow = matching.map((one) => one.method).join(', ');
  throw new ProblemError('method-not-allowed', `This address takes ${allow}.`, { allow });
}
