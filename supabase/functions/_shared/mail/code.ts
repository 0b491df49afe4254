import type { CodeMail } from '../claimed-mail.ts';
import { codeWording } from '../content/code.ts';
import type { Block } from './body.ts';

/** @throws when the backend has not filled in the code: only the backend can compute it */
function codeIn({ code }: CodeMail['detail']): string {
  if (code === null) throw new Error('This mail has no code: only the backend that made it can send it.');
  return code;
}

export const codeSubject = (detail: CodeMail['detail']): string => codeWording.subject(codeIn(detail));

export function codeBody(detail: CodeMail['detail']): Block[] {
  return [
    { kind: 'line', line: [codeWording.title] },
    // Without spaces, so that it can be copied.
    { kind: 'title', line: [codeIn(detail)] },
    { kind: 'line', line: [codeWording.text] },
    { kind: 'line', line: [codeWording.notYou] },
  ];
}
