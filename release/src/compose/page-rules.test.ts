import { createHash } from 'node:crypto';
import { checkPage, contentSecurityPolicy } from './page-rules';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (body: string) => `<head><script>early()</script><style data-emotion="css a">.a{}</style></head>${body}`;

test('accepts a page with one inline script and data', () => {
  expect(() => checkPage('/', page('<script type="application/json">{}</script><p>Bonjour</p>'))).not.toThrow();
});

test('structured data is neither counted as a script nor pinned by hash', () => {
  const described = page('<script type="application/ld+json">{"@type":"Course"}</script>');
  expect(() => checkPage('/', described)).not.toThrow();
  expect(contentSecurityPolicy(described, '')).toContain(`script-src 'self' ${sha256('early()')};`);
});

test.each([
  ['a script of React', '<script>$RC("B:0","S:0")</script>', '2 inline scripts'],
  ['a hidden segment', '<div hidden id="S:0">x</div>', 'only a script would reveal'],
  ['a pending boundary', '<!--$?--><template></template>', 'not waited for'],
  ['a failed boundary', '<!--$!--><template></template>', 'failed to render'],
  ['a style attribute', '<p style="color:red">x</p>', 'style attribute'],
])('refuses %s', (_, body, why) => {
  expect(() => checkPage('/booking', page(body))).toThrow(`/booking holds`);
  expect(() => checkPage('/booking', page(body))).toThrow(why);
});

test('pins the inline script and styles by hash and allows nothing else inline', () => {
  const policy = contentSecurityPolicy(page(''), '');
  expect(policy).toContain(`script-src 'self' ${sha256('early()')};`);
  expect(policy).toContain(`style-src 'self' ${sha256('.a{}')} ${sha256('')};`);
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain('unsafe');
});

test('the policy allows a hosted backend by its origin', () => {
  expect(contentSecurityPolicy(page(''), 'https://project.example/base')).toContain(
    "connect-src 'self' https://project.example;",
  );
});
