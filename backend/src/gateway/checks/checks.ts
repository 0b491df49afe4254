import type { Check } from '../call';
import { checkSize, checkSyntax } from './body';
import { checkClientInfo, checkPrefer, checkToken } from './headers';
import { checkKey } from './key';
import { checkAccept, checkContentType, checkEncoding } from './media';
import { answerPreflight, checkOrigin } from './origin';
import { checkQuery } from './query';
import { checkResource, checkTarget } from './resource';
import { checkArguments, checkColumns, checkRows, checkValues } from './rows';

/** Run in this order: the first failing check decides the answer. The body is read after the checks of the headers. */
export const CHECKS = [
  { name: 'target', run: checkTarget },
  { name: 'origin', run: checkOrigin },
  { name: 'preflight', run: answerPreflight },
  { name: 'key', run: checkKey },
  { name: 'resource', run: checkResource },
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
] as const satisfies readonly Check[];

export type CheckName = (typeof CHECKS)[number]['name'];
