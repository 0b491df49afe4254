import type { Check } from '../call';
import { checkArguments } from './arguments';
import { checkSize, checkSyntax } from './body';
import { checkClientInfo } from './client-info';
import { checkKey } from './key';
import { checkAccept, checkContentType, checkEncoding } from './media';
import { answerPreflight, checkOrigin } from './origin';
import { checkPrefer, checkQuery } from './query';
import { checkMethod, checkSchema, checkTable } from './resource';
import { checkColumns, checkRows, checkValues, rewriteBody } from './rows';
import { checkTarget } from './target';
import { checkToken } from './token';

/** Run in this order: the first failing check decides the answer. The body is read after the checks of the headers. */
export const CHECKS = [
  { name: 'target', run: checkTarget },
  { name: 'origin', run: checkOrigin },
  { name: 'preflight', run: answerPreflight },
  { name: 'key', run: checkKey },
  { name: 'method', run: checkMethod },
  { name: 'schema', run: checkSchema },
  { name: 'table', run: checkTable },
  { name: 'token', run: checkToken },
  { name: 'contentType', run: checkContentType },
  { name: 'encoding', run: checkEncoding },
  { name: 'accept', run: checkAccept },
  { name: 'query', run: checkQuery },
  { name: 'prefer', run: checkPrefer },
  { name: 'clientInfo', run: checkClientInfo },
  { name: 'size', run: checkSize },
  { name: 'syntax', run: checkSyntax },
  { name: 'arguments', run: checkArguments },
  { name: 'rows', run: checkRows },
  { name: 'columns', run: checkColumns },
  { name: 'values', run: checkValues },
  { name: 'rewrite', run: rewriteBody },
] as const satisfies readonly Check[];

export type CheckName = (typeof CHECKS)[number]['name'];
