import { Tag } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { requests } from '../content/requests';

/** The colour only repeats the words. */
export function StatusTag({ request }: { readonly request: OwnedRequest }) {
  const { label, isQuiet } = stateOf(request);
  return isQuiet ? (
    <Tag bg="sage.mist" color="ink">
      {label}
    </Tag>
  ) : (
    <Tag>{label}</Tag>
  );
}

/** What the owner did with a request, in words. */
export function stateOf({ isSpam, status, handledAt }: OwnedRequest) {
  if (isSpam) return { label: requests.spamTag, isQuiet: true };
  if (status) return { label: requests.status[status], isQuiet: status !== 'nouvelle' };
  return handledAt ? { label: requests.handled, isQuiet: true } : { label: requests.toHandle, isQuiet: false };
}
