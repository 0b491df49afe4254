import { chakra, Icon, TextLink } from '@site/shared-ui';
import { CircleAlert, CircleCheck } from 'lucide';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { fieldId } from './fields';

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
  variants: { tone: { success: { borderColor: 'sage' }, error: { borderColor: 'alarm' } } },
});

interface FormStatusProps {
  readonly tone: 'success' | 'error';
  readonly children?: ReactNode;
}

/** Keep it mounted while empty: screen readers announce only changes of an existing live region. */
export function FormStatus({ tone, children }: FormStatusProps) {
  const region = useRef<HTMLDivElement>(null);
  const isError = tone === 'error';
  const hasError = isError && Boolean(children);
  // Notices could cover the error.
  useEffect(() => {
    if (hasError) region.current?.scrollIntoView?.({ block: 'nearest' });
  }, [hasError]);
  return (
    <div ref={region} role={isError ? 'alert' : 'status'}>
      {children && (
        <Panel tone={tone} data-surface="chalk">
          <Icon of={isError ? CircleAlert : CircleCheck} color={isError ? 'alarm' : 'sage'} />
          <div>{children}</div>
        </Panel>
      )}
    </div>
  );
}

const Summary = chakra('div', {
  base: { borderWidth: '2px', borderRadius: 'card', padding: '5', overflowWrap: 'anywhere' },
  variants: { tone: { error: { borderColor: 'alarm' }, doubt: { borderColor: 'edge' } } },
});
const Title = chakra('p', { base: { fontWeight: 'bold', marginBottom: '2' } });
const Items = chakra('ul', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2' } });

interface ErrorSummaryProps {
  readonly title: string;
  /** With a doubt, the form can be sent as it is. */
  readonly tone?: 'error' | 'doubt';
  /** Messages by the name of their field, in the order of the form. */
  readonly errors: { readonly [name: string]: string | undefined };
  /** The names of the controls begin with it. */
  readonly prefix?: string;
  /** Increases with each submit, as Formik's: the summary takes the focus once per refused submit. */
  readonly submitCount?: number;
  readonly children?: ReactNode;
}

/**
 * Lists a form's errors, each linked to its field; renders nothing without errors. Screen readers read it because it
 * takes the focus. In a live region, they would read it twice.
 */
export function ErrorSummary({
  title,
  errors,
  tone = 'error',
  prefix = '',
  submitCount = 0,
  children,
}: ErrorSummaryProps) {
  const panel = useRef<HTMLDivElement>(null);
  const focusedSubmit = useRef<number | null>(null);
  const titleId = useId();
  const itemsId = useId();
  const listed = Object.entries(errors).filter(([, message]) => message);
  const hasErrors = listed.length > 0;
  useEffect(() => {
    if (!hasErrors || focusedSubmit.current === submitCount) return;
    focusedSubmit.current = submitCount;
    panel.current?.focus();
  }, [hasErrors, submitCount]);
  if (!hasErrors) return null;
  return (
    <Summary
      ref={panel}
      tone={tone}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={itemsId}
      data-surface="chalk"
    >
      <Title id={titleId}>{title}</Title>
      <Items id={itemsId}>
        {listed.map(([name, message]) => (
          <li key={name}>
            <FieldLink name={prefix + name}>{message}</FieldLink>
          </li>
        ))}
      </Items>
      {children}
    </Summary>
  );
}

interface FieldLinkProps {
  readonly name: string;
  readonly children: ReactNode;
}

export const FieldLink = ({ name, children }: FieldLinkProps) => (
  <TextLink href={`#${fieldId(name)}`} onClick={goToField}>
    {children}
  </TextLink>
);

// Focuses the field without adding `#field-…` to the address and the history.
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
