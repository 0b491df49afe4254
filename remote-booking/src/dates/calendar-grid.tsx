import { Box } from '@site/shared-ui';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { calendar } from '../content/dates';

interface CalendarGridProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Marks keyboard use, since WebKit's `:focus-visible` does not match moves that follow a click. */
export function CalendarGrid({ className, children }: CalendarGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isKeyboard, setKeyboard] = useState(false);
  // Runs after each render, since the picker sets its own attributes again.
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

/** Sets what the picker has no options for: a grid labelled by its heading, and accessible names for chosen days. */
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
