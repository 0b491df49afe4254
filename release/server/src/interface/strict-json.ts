import { LIMITS } from './limits';
import { ProblemError } from './problem-error';

/** An open string reaches to the end: the quotes in it are not tried one by one. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\]]|:/g;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws ProblemError for invalid JSON, a duplicate key, a key that reaches a prototype, and deep nesting */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  // First, because parsing takes memory for each level.
  refuseDeep(text);
  const value = parse(text);
  refuseKeys(text);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('it is no UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('it is no valid JSON');
  }
}

function refuseDeep(text: string) {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > LIMITS.jsonDepth) throw malformed(`it nests more than ${LIMITS.jsonDepth} lists and objects`);
  }
}

/** JSON.parse silently keeps the last of two equal keys. */
function refuseKeys(text: string) {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (FORBIDDEN.has(key)) throw malformed(`it has the key ${last}`);
      if (keys?.has(key)) throw malformed(`it has the key ${last.slice(0, 100)} twice`);
      keys?.add(key);
    }
    if (token.startsWith('"')) last = token;
  }
}

const malformed = (why: string) => new ProblemError('malformed', `The body cannot be read: ${why}.`);
