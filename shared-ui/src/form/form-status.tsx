import { chakra, Icon } from '@site/shared-ui';
import { CircleAlert, CircleCheck } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';

const Panel = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    padding: '4',
    borderWidth: '2px',
    borderRadius: 'card',
    lineHeight: 'snug',
  },
  variants: {
    tone: { success: { borderColor: 'sage' }, error: { borderColor: 'tile.deep' } },
  },
});

interface FormStatusProps {
  readonly tone: 'success' | 'error';
  readonly children?: ReactNode;
}

/** Keep it mounted while empty: screen readers announce only changes of an existing live region. */
export function FormStatus({ tone, children }: FormStatusProps) {
  const region = useRef<HTMLDivElement>(null);
  const isError = tone === 'error';
  const isErrorShown = isError && Boolean(children);
  // Notices could cover the error.
  useEffect(() => {
    if (isErrorShown) region.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isErrorShown]);
  return (
    <div ref={region} role={isError ? 'alert' : 'status'}>
      {children && (
        <Panel tone={tone} data-surface="chalk">
          <Icon of={isError ? CircleAlert : CircleCheck} color={isError ? 'tile.deep' : 'sage'} />
          <div>{children}</div>
        </Panel>
      )}
    </div>
  );
}
