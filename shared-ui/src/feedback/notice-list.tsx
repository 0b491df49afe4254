import { chakra } from '@chakra-ui/react/styled-system';
import { words } from '../content/words';
import { groupDuplicates } from './group-duplicates';
import { NoticeItem, type ShownNotice } from './notice-item';

// Sticky, not fixed: at the end of the page, notices are below the footer and do not cover its links.
const Place = chakra('section', {
  base: {
    position: 'sticky',
    zIndex: 'notice',
    bottom: '0',
    padding: { base: '4', md: '6' },
    pointerEvents: 'none',
    _print: { display: 'none' },
  },
});
const Stack = chakra('ul', {
  base: { display: 'grid', gap: '3', width: { md: '26rem' }, marginInlineStart: 'auto', pointerEvents: 'auto' },
});

interface NoticeListProps {
  readonly notices: readonly ShownNotice[];
  readonly onClose: (id: string) => void;
}

/** Shows the oldest notice first. Duplicates are shown once and announced again each time. */
export function NoticeList({ notices, onClose }: NoticeListProps) {
  if (notices.length === 0) return null;
  const closeAll = (ids: readonly string[]) => {
    for (const id of ids) onClose(id);
  };
  return (
    <Place aria-label={words.notices} data-notices>
      <Stack>
        {groupDuplicates(notices).map(({ newest, ids }) => (
          <NoticeItem key={newest.id} notice={newest} onClose={() => closeAll(ids)} />
        ))}
      </Stack>
    </Place>
  );
}
