import { Box } from '@site/shared-ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { calendar } from '../content/dates';

interface CalendarGridProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The picker's container. It marks moves of the keyboard, since WebKit's `:focus-visible` misses those after a click. */
export function CalendarGrid({ className, children }: CalendarGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isKeyboard, setKeyboard] = useState(false);
  // After each render: the picker renders its own attributes again.
  useLayoutEffect(() => {
    if (container.current) describe(container.current);
  });
  return (
    <Box
      ref={container}
      className={className}
      data-keyboard={isKeyboard || undefined}
      onKeyDown={() => setKeyboard(true)}
      onPointerDown={() => setKeyboard(false)}
    >
      {children}
    </Box>
  );
}

/** What the picker has no option for: a grid named by its heading, and chosen days whose names say so. */
function describe(container: HTMLElement) {
  const grid = container.querySelector('[role=table], [role=grid]');
  grid?.setAttribute('role', 'grid');
  grid?.setAttribute('aria-multiselectable', 'true');
  grid?.setAttribute('aria-labelledby', container.querySelector('h3')?.id ?? '');
  grid?.querySelector('.react-datepicker__month')?.removeAttribute('aria-label');
  for (const day of container.querySelectorAll('[role=gridcell]')) {
    const isChosen = day.getAttribute('aria-selected') === 'true';
    const [from, to] = isChosen
      ? [calendar.dayPrefix, calendar.chosenDayPrefix]
      : [calendar.chosenDayPrefix, calendar.dayPrefix];
    const name = day.getAttribute('aria-label') ?? '';
    if (name.startsWith(from)) day.setAttribute('aria-label', to + name.slice(from.length));
  }
}
