import { chakra } from '@chakra-ui/react/styled-system';
import { words } from '../content/words';
import { NoticeItem, type ShownNotice } from './notice-item';

const Stack = chakra('ul', {
  base: {
    position: 'fixed',
    zIndex: 'notice',
    bottom: { base: '4', md: '6' },
    right: { base: '4', md: '6' },
    left: { base: '4', md: 'auto' },
    width: { md: '26rem' },
    display: 'grid',
    gap: '3',
  },
});

interface NoticeListProps {
  readonly notices: readonly ShownNotice[];
  readonly onClose: (id: string) => void;
}

/** The notices on screen, oldest first. */
export function NoticeList({ notices, onClose }: NoticeListProps) {
  if (notices.length === 0) return null;
  return (
    <section aria-label={words.notices}>
      <Stack>
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onClose={onClose} />
        ))}
      </Stack>
    </section>
  );
}
