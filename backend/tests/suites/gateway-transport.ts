import type { TestBackend } from '../support/backend';
import { rawBytes } from '../support/raw-call';
import { contact } from '../support/rows';

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
const isAnswered = (text: string) => text.includes('\r\n\r\n');
const body = JSON.stringify(contact);

/** Malformed requests, written byte by byte. */
export function describeGatewayTransport(backend: () => TestBackend): void {
  const head = (lines: readonly string[], first = 'POST /rest/v1/contacts HTTP/1.1') =>
    [first, 'Host: site.example', `apikey: ${backend().anonKey}`, ...lines, '', ''].join('\r\n');
  const json = 'Content-Type: application/json';
  const length = `Content-Length: ${body.length}`;
  const send = async (bytes: string) => statusOf(await rawBytes(backend().url, bytes, isAnswered));

  test('a chunked body that is too long is answered with 413 while it is still arriving', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await rawBytes(
      backend().url,
      head([json, 'Transfer-Encoding: chunked']) + chunk.repeat(2),
      isAnswered,
    );
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('BODY_TOO_LARGE');
  });

  test('a body whose announced length is too long is answered with 413 before it is sent', async () => {
    expect(await send(head([json, 'Content-Length: 5000000']))).toBe(413);
  });

  test('a chunked body within the limit is stored', async () => {
    const chunks = `${body.length.toString(16)};extension=1\r\n${body}\r\n0\r\n\r\n`;
    expect(await send(head([json, 'Transfer-Encoding: chunked']) + chunks)).toBe(201);
  });

  test('HTTP/1.0 is served, also without a Host', async () => {
    const lines = ['POST /rest/v1/contacts HTTP/1.0', `apikey: ${backend().anonKey}`, json, length, '', body];
    expect(await send(lines.join('\r\n'))).toBe(201);
  });

  test.each([
    ['another transfer encoding before chunked', 415, [json, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
    ['a length and a chunked body', 400, [json, 'Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two content types', 415, [json, 'Content-Type: text/plain', `Content-Length: ${body.length}`], body],
    ['two origins', 403, [json, 'Origin: http://site.example', 'Origin: http://a.example', 'Content-Length: 2'], '{}'],
  ])('%s is answered %i', async (_name, status, lines, sent) => {
    expect(await send(head(lines) + sent)).toBe(status);
  });

  test('a body whose sender disconnects halfway stores nothing', async () => {
    const count = () => backend().owner.query<{ count: string }>('select count(*) from public.contacts');
    const before = await count();
    await rawBytes(backend().url, `${head([json, length, 'Expect: 100-continue'])}{"prenom":`, isAnswered);
    expect(await send(head([json, length]) + body)).toBe(201);
    expect(Number((await count())[0]?.count)).toBe(Number(before[0]?.count) + 1);
  });
}
