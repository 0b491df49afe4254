import { isPublicAddress, NotPublicError, requestPublic } from '../functions/_shared/public-request.ts';

test.each(['93.184.215.14', '1.1.1.1', '223.255.255.254', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...['127.0.0.1', '127.255.255.255', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  ...['64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2001:db8::1', '2001::1', 'fe80::1%eth0'],
  ...['localhost', '', '2130706433', '0x7f.1'],
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/'])('nothing is sent to %s', async (address) => {
  const sent = { method: 'GET', headers: {}, signal: AbortSignal.timeout(10_000) } as const;
  await expect(requestPublic(new URL(address), sent)).rejects.toThrow(NotPublicError);
});
