import { type Call, headerOf } from '../call';
import { LONGEST_CLIENT_INFO } from '../calls';
import { type Refusal, refusals } from '../refusals';

export function checkClientInfo(call: Call): Refusal | undefined {
  const info = headerOf(call, 'x-client-info');
  if (info === undefined) return undefined;
  if (info.length > LONGEST_CLIENT_INFO || !/^[\x20-\x7e]*$/.test(info)) return refusals.clientInfo;
  call.sent.clientInfo = info;
  return undefined;
}
