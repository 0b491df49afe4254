import type { Block } from '../body.ts';
import type { CodeMail } from '../claimed-mail.ts';
import { codeWording } from '../content/code.ts';

/** @throws when the backend has not filled in the code: only the backend can compute it */
function codeIn({ code }: CodeMail['detail']): string {
  if (code === null) throw new Error('This mail has no code: only the backend that made it can send it.');
  return code;
}

/** Two groups are easier to copy by hand; the field for the code drops the space. */
const shown = (detail: CodeMail['detail']): string => codeIn(detail).replace(/^\d{4}/, '$& ');

export const codeSubject = (detail: CodeMail['detail']): string => codeWording.subject(shown(detail));

export function codeBody(detail: CodeMail['detail']): Block[] {
  return [
    { kind: 'line', line: [codeWording.title] },
    { kind: 'title', line: [shown(detail)] },
    { kind: 'line', line: [codeWording.text] },
    { kind: 'line', line: [codeWording.notYou] },
  ];
}
