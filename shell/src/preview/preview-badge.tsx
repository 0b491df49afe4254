import type { PreviewRefusal } from '@site/contract/release-index';
import { useSyncExternalStore } from 'react';
import { preview as previewWords } from '../content/preview';
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
    <Badge label={previewWords.label} quit={previewWords.quit} onQuit={onQuit}>
      <strong>{previewWords.title}</strong> {releases.join(', ')}
      {refusal && <span>{` – ${hasEnded ? previewWords.factsEnded : previewWords.refusals[refusal]} ${previewWords.active}`}</span>}
      {!refusal && <span>{` – ${previewWords.isolated}${isPrivate ? ` ${previewWords.noSignIn}` : ''}`}</span>}
      {isFailing && <span>{` – ${previewWords.hasFailed}`}</span>}
    </Badge>
  );
}
