import { chakra } from '@chakra-ui/react/styled-system';
import type { Notice } from '@site/contract/host';
import { CircleAlert, CircleCheck, X } from 'lucide';
import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { words } from '../content/words';
import { IconButton, TextLink } from '../controls/button';
import { createStore } from '../create-store';
import { Icon } from '../layout/layout';

// Sticky, not fixed: at the end of the page, notices are below the footer and do not cover its links.
const NoticeRegion = chakra('section', {
  base: {
    position: 'sticky',
    zIndex: 'notice',
    bottom: '0',
    padding: { base: '2', md: '6' },
    pointerEvents: 'none',
    _print: { display: 'none' },
    '[data-notice-place] &': { position: 'static', padding: '0' },
  },
});
const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    width: { md: 'min(26rem, 100%)' },
    marginInlineStart: 'auto',
    pointerEvents: 'auto',
  },
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
    <NoticeRegion aria-label={words.notices} data-notices>
      <List>
        {groupDuplicates(notices).map(({ newest, ids }) => (
          <NoticeItem key={newest.id} notice={newest} onClose={() => closeAll(ids)} />
        ))}
      </List>
    </NoticeRegion>
  );
}

export interface ShownNotice extends Notice {
  readonly id: string;
}

const Panel = chakra('li', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    paddingBlock: { base: '2', md: '4' },
    paddingInline: { base: '4', md: '5' },
    borderRadius: 'card',
    // Separates the panel from dark sections and, in forced colours, from the page.
    borderWidth: '1px',
    borderColor: 'edge',
  },
});
const Message = chakra('div', { base: { lineHeight: 'snug' } });
// Leaves room for the button that closes the notice; the text below has the whole width.
const Title = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    paddingBlock: '2',
    paddingInlineEnd: '8',
    fontWeight: 'bold',
    overflowWrap: 'anywhere',
  },
});
const Description = chakra('p', { base: { fontSize: 'sm' } });
// The page has these actions where it places its notices.
const Action = chakra(TextLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '11',
    marginInlineEnd: '4',
    fontSize: 'sm',
    '[data-notice-place] &': { display: 'none' },
  },
});

interface NoticeItemProps {
  readonly notice: ShownNotice;
  readonly onClose: (id: string) => void;
}

function NoticeItem({ notice, onClose }: NoticeItemProps) {
  const { id, title, description, tone, duration, announced = true, link, otherLink } = notice;
  const isError = tone === 'error';
  const { hasAttention, listeners } = useHoverOrFocus();
  const close = () => onClose(id);
  useNoticeTimer(notice, hasAttention, close);
  return (
    <Panel data-surface="ink" {...listeners}>
      <Message role={announced ? (isError ? 'alert' : 'status') : undefined}>
        <Title>
          <Icon of={isError ? CircleAlert : CircleCheck} color="var(--tick)" flexShrink="0" />
          {title}
        </Title>
        {description && <Description>{description}</Description>}
        {[link, otherLink].map(
          (anchor) =>
            anchor && (
              <Action key={anchor.href} href={anchor.href} download={anchor.download}>
                {anchor.label}
              </Action>
            ),
        )}
      </Message>
      <IconButton
        label={words.close}
        onClick={close}
        position="absolute"
        top={{ base: '1', md: '3' }}
        insetInlineEnd={{ base: '1', md: '2' }}
      >
        <Icon of={X} />
      </IconButton>
      {duration !== undefined && <RemainingTime durationMs={duration} isPaused={hasAttention} />}
    </Panel>
  );
}

export type NoticeStore = ReturnType<typeof createNoticeStore>;

/** Notices are kept outside the pages, so that they outlast a navigation. */
export function createNoticeStore() {
  const { get, set, subscribe } = createStore<readonly ShownNotice[]>([]);
  let count = 0;
  const close = (id: string) => set(get().filter((notice) => notice.id !== id));
  return {
    get,
    subscribe,
    /** The element of the page in which notices are shown, if it has one. */
    place: createStore<Element | null>(null),
    /** @returns a function that withdraws the notice */
    notify: (notice: Notice) => {
      count += 1;
      const id = `notice-${count}`;
      set([...get(), { ...notice, id }]);
      return () => close(id);
    },
    close,
  };
}

interface DuplicateNotices {
  readonly newest: ShownNotice;
  readonly ids: readonly string[];
}

function groupDuplicates(notices: readonly ShownNotice[]): readonly DuplicateNotices[] {
  const entries = new Map<string, DuplicateNotices>();
  for (const notice of notices) {
    const key = JSON.stringify([notice.tone, notice.title, notice.description]);
    const earlier = entries.get(key)?.ids ?? [];
    entries.delete(key);
    entries.set(key, { newest: notice, ids: [...earlier, notice.id] });
  }
  return [...entries.values()];
}

const Bar = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    height: '4px',
    bg: 'sun',
    transformOrigin: 'left',
    animationName: 'remainingTime',
    animationTimingFunction: 'linear',
    animationFillMode: 'forwards',
    _highContrast: { bg: 'Highlight' },
    // With reduced motion, the bar shrinks in five steps.
    _motionReduce: { animationTimingFunction: 'steps(5)' },
  },
});

interface RemainingTimeProps {
  readonly durationMs: number;
  readonly isPaused: boolean;
}

/** Shrinks with the remaining time. Uses classes, because the page's security policy blocks style attributes. */
function RemainingTime({ durationMs, isPaused }: RemainingTimeProps) {
  return (
    <Bar
      aria-hidden="true"
      animationDuration={`${durationMs}ms`}
      animationPlayState={isPaused ? 'paused' : 'running'}
    />
  );
}

/** Whether an element contains the pointer or the focus; spread `listeners` on it. */
function useHoverOrFocus() {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const listeners = {
    onMouseEnter: () => setPointedAt(true),
    onMouseLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: (event: FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget)),
  };
  return { hasAttention: isPointedAt || hasFocus, listeners };
}

/** Outlasts a notice's move to another place, which mounts it again. */
const remainingMs = new WeakMap<ShownNotice, number>();

/** Calls `onEnd` once after the duration, not counting pauses; never if the duration is undefined. */
function useNoticeTimer(notice: ShownNotice, isPaused: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const durationMs = remainingMs.get(notice) ?? notice.duration;
    if (isPaused || durationMs === undefined) return;
    const startedAt = Date.now();
    const timer = setTimeout(end, durationMs);
    return () => {
      clearTimeout(timer);
      remainingMs.set(notice, durationMs - (Date.now() - startedAt));
    };
  }, [notice, isPaused]);
}
