import * as v from 'valibot';
import { runInSandbox } from '../sandbox/run-in-sandbox';
import type { Offers } from '../store/release';
import { UserError } from '../user-error';
import { shellFile } from './renderer';

const name = v.pipe(v.string(), v.regex(/^[\w$.-]{1,100}$/));
const names = v.pipe(v.array(name), v.maxLength(1000));

const offers = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    react: name,
    sharedUi: names,
    host: names,
    routes: names,
  }),
);

/** @throws UserError when the shell's code fails or returns something else */
export async function readOffers(render: Buffer, id: string): Promise<Offers> {
  const shell = { name: 'shell', id };
  const request = { shell: shellFile(shell, render.toString()), jobs: [{ kind: 'offers' as const }] };
  const [answer = { failure: 'it did not answer' }] = await runInSandbox(request);
  if ('failure' in answer) throw new UserError(`The code of shell@${id} cannot be evaluated: ${answer.failure}.`);
  const { success, output } = v.safeParse(offers, answer.text);
  if (success) return output;
  throw new UserError(`shell@${id} does not list what it offers in the form of ShellBuild: build it again.`);
}
