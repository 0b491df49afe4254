import { chakra, Icon } from '@site/shared-ui';
import { CircleAlert, CircleCheck } from 'lucide';
import type { ReactNode } from 'react';

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

/** The outcome of a form. Keep it mounted while empty: screen readers announce changes of an existing live region. */
export function FormStatus({ tone, children }: FormStatusProps) {
  const isError = tone === 'error';
  return (
    <div role={isError ? 'alert' : 'status'}>
      {children && (
        <Panel tone={tone} data-surface="chalk">
          <Icon of={isError ? CircleAlert : CircleCheck} color={isError ? 'tile.deep' : 'sage'} />
          <div>{children}</div>
        </Panel>
      )}
    </div>
  );
}
