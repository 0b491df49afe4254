import type { ReleaseIndex } from '@site/contract/release-index';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { releases as releasesWords } from '../content/releases';
import { Badge } from './badge';

interface ReleasesBadgeProps {
  readonly index: ReleaseIndex;
  readonly onQuit: () => void;
  readonly hasFailed: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Names the releases that made the page on screen, for whoever has the link. */
export function ReleasesBadge({ index, onQuit, hasFailed, subscribe }: ReleasesBadgeProps) {
  const { pathname } = useLocation();
  const isFailing = useSyncExternalStore(subscribe, hasFailed, () => false);
  const part = Object.entries(index.remotes).find(([, { routes }]) => routes.some(({ path }) => path === pathname));
  const describe = (name: string, id: string) => releasesWords.release(name, id, index.origins?.[name]);
  return (
    <Badge label={releasesWords.label} quit={releasesWords.quit} onQuit={onQuit}>
      <strong>{releasesWords.frame}</strong> {describe('shell', index.shell.id)}
      {part && (
        <span>
          {' – '}
          <strong>{releasesWords.content}</strong> {describe(part[0], part[1].id)}
        </span>
      )}
      {isFailing && <span>{` – ${releasesWords.hasFailed}`}</span>}
    </Badge>
  );
}
