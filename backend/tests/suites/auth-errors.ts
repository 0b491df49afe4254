import type { TestBackend } from '../support/backend';
import { authCall } from '../support/sign-in';

const NO_ADDRESS = 'One of email or phone must be set';
const BAD_ADDRESS = 'Unable to validate email address: invalid format';
const NO_TOKEN = 'Invalid Refresh Token: Refresh Token Not Found';
const code = { email: 'a@exemple.fr', token: '123456', type: 'email' };

/** Errors of /auth/v1, in the formats of Supabase Auth. */
export function describeAuthErrors(backend: () => TestBackend): void {
  test.each([
    ['otp', { email: { a: 1 } }, 400, 'validation_failed', NO_ADDRESS],
    ['otp', { email: 'x' }, 400, 'validation_failed', BAD_ADDRESS],
    ['verify', { ...code, type: 'sms' }, 400, 'validation_failed', 'Unsupported verification type'],
    ['verify', { ...code, token: 123456 }, 400, 'validation_failed', 'Unsupported verification type'],
    ['verify', { ...code, token: '12345' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    ['token?grant_type=password', { email: 'a', password: 'b' }, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['token?grant_type=refresh_token', { refresh_token: 'x' }, 400, 'refresh_token_not_found', NO_TOKEN],
    ['logout', {}, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['user', {}, 405, 'unknown', 'Method Not Allowed'],
  ])('%s with %j is answered in both shapes of Supabase Auth’s errors', async (path, body, status, code, message) => {
    const older = await authCall(backend(), path, { body });
    expect(older).toMatchObject({ status, body: { code: status, error_code: code, msg: message } });
    expect(Object.keys(older.body)).toHaveLength(3);
    const newer = await authCall(backend(), path, { body, headers: { 'x-supabase-api-version': '2024-01-01' } });
    expect([newer.status, newer.body]).toEqual([status, { code, message }]);
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect([older.headers.get('x-sb-error-code'), older.headers.get('cache-control')]).toEqual([code, 'no-store']);
  });
}
