import { chakra } from '@chakra-ui/react/styled-system';
import type { Notice } from '@site/contract/host';
import { CircleAlert, CircleCheck, X } from 'lucide';
import { words } from '../content/words';
import { IconButton } from '../controls/icon-button';
import { TextLink } from '../controls/text-link';
import { Icon } from '../layout/icon';
import { RemainingTime } from './remaining-time';
import { useHoverOrFocus } from './use-hover-or-focus';
import { useNoticeTimer } from './use-notice-timer';

export interface ShownNotice extends Notice {
  readonly id: string;
}

const Panel = chakra('li', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    display: 'flex',
    alignItems: 'flex-start',
    gap: 'min(0.75rem, 3.3vw)',
    paddingBlock: '4',
    paddingInlineStart: 'min(1.25rem, 5.6vw)',
    paddingInlineEnd: 'min(0.75rem, 3.3vw)',
    borderRadius: 'card',
    // Separates the panel from dark sections and, in forced colours, from the page.
    borderWidth: '1px',
    borderColor: 'edge',
  },
});
const Words = chakra('div', { base: { flex: 1, minWidth: '0', paddingBlock: '2', lineHeight: 'snug' } });
const Title = chakra('p', { base: { fontWeight: 'bold' } });
const Description = chakra('p', { base: { fontSize: 'sm', marginTop: '1' } });

interface NoticeItemProps {
  readonly notice: ShownNotice;
  readonly onClose: (id: string) => void;
}

export function NoticeItem({ notice, onClose }: NoticeItemProps) {
  const { id, title, description, tone, duration, announced = true, link, otherLink } = notice;
  const isError = tone === 'error';
  const { hasAttention, listeners } = useHoverOrFocus();
  const close = () => onClose(id);
  useNoticeTimer(duration, hasAttention, close);
  return (
    <Panel data-surface="ink" {...listeners}>
      <Icon of={isError ? CircleAlert : CircleCheck} color="var(--tick)" marginBlock="2" />
      <Words role={announced ? (isError ? 'alert' : 'status') : undefined}>
        <Title>{title}</Title>
        {description && <Description>{description}</Description>}
        {[link, otherLink].map(
          (anchor) =>
            anchor && (
              <TextLink
                key={anchor.href}
                href={anchor.href}
                download={anchor.download}
                display="inline-flex"
                alignItems="center"
                minHeight="11"
                marginInlineEnd="4"
              >
                {anchor.label}
              </TextLink>
            ),
        )}
      </Words>
      <IconButton label={words.close} onClick={close}>
        <Icon of={X} />
      </IconButton>
      {duration !== undefined && <RemainingTime durationMs={duration} isPaused={hasAttention} />}
    </Panel>
  );
}
