import type { TestBackend } from './backend';
import { addOwner, authCall, codeFor } from './sign-in';
import { anyAddress } from './visitor';

interface Code {
  readonly email: string;
  readonly token: string | null;
}

/** Requests a code, by default from a new address. */
export const ask = (backend: TestBackend, email: string, address = anyAddress()) =>
  authCall(backend, 'otp', { body: { email, create_user: false }, headers: { 'x-forwarded-for': address } });

export const verify = (backend: TestBackend, code: Code, address = anyAddress()) =>
  authCall(backend, 'verify', { body: { ...code, type: 'email' }, headers: { 'x-forwarded-for': address } });

export const refresh = (backend: TestBackend, refresh_token: string) =>
  authCall(backend, 'token?grant_type=refresh_token', { body: { refresh_token } });

/** Adds an owner and requests a code. */
export async function ownerWithCode(backend: TestBackend) {
  const email = await addOwner(backend);
  await ask(backend, email);
  return { email, code: await codeFor(backend, email) };
}
