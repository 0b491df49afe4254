import type { PreviewRefusal } from '@site/contract/release-index';
import { useSyncExternalStore } from 'react';
import { preview as words } from '../content/preview';
import { Badge } from './badge';

/** `unavailable`: the host composes no previews. */
export type ShownRefusal = PreviewRefusal | 'unavailable';

interface PreviewBadgeProps {
  readonly releases: readonly string[];
  readonly refusal: ShownRefusal | undefined;
  /** A preview of facts, which the server keeps for half an hour. */
  readonly hasEnded: boolean;
  readonly isPrivate: boolean;
  readonly onQuit: () => void;
  readonly hasFailed: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function PreviewBadge(props: PreviewBadgeProps) {
  const { releases, refusal, hasEnded, isPrivate, onQuit, hasFailed, subscribe } = props;
  const isFailing = useSyncExternalStore(subscribe, hasFailed, () => false);
  return (
    <Badge label={words.label} quit={words.quit} onQuit={onQuit}>
      <strong>{words.title}</strong> {releases.join(', ')}
      {refusal && <span>{` – ${hasEnded ? words.factsEnded : words.refusals[refusal]} ${words.active}`}</span>}
      {!refusal && <span>{` – ${words.isolated}${isPrivate ? ` ${words.noSignIn}` : ''}`}</span>}
      {isFailing && <span>{` – ${words.hasFailed}`}</span>}
    </Badge>
  );
}
