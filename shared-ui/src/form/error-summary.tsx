import { chakra, TextLink } from '@site/shared-ui';
import { type MouseEvent, useEffect, useId, useRef } from 'react';

const Panel = chakra('div', {
  base: { borderWidth: '2px', borderColor: 'tile.deep', borderRadius: 'card', padding: '5' },
});
const Title = chakra('p', { base: { fontWeight: 'bold', marginBottom: '2' } });
const Items = chakra('ul', { base: { display: 'grid', gap: '2' } });

export interface FieldFailure {
  readonly fieldId: string;
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly title: string;
  readonly errors: readonly FieldFailure[];
  /** Grows with each submit (formik's `submitCount`): the summary takes the focus once for each that was refused. */
  readonly attempt?: number;
}

/** What keeps a form from being sent, each line leading to its field. Nothing while there is nothing to say. */
export function ErrorSummary({ title, errors, attempt = 0 }: ErrorSummaryProps) {
  const panel = useRef<HTMLDivElement>(null);
  const answered = useRef<number | null>(null);
  const titleId = useId();
  const hasErrors = errors.length > 0;
  useEffect(() => {
    if (!hasErrors || answered.current === attempt) return;
    answered.current = attempt;
    panel.current?.focus();
  }, [hasErrors, attempt]);
  if (!hasErrors) return null;
  return (
    <Panel ref={panel} role="alert" tabIndex={-1} aria-labelledby={titleId} data-surface="chalk">
      <Title id={titleId}>{title}</Title>
      <Items>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <TextLink href={`#${fieldId}`} onClick={goToField}>
              {message}
            </TextLink>
          </li>
        ))}
      </Items>
    </Panel>
  );
}

// The field takes the focus without `#field-…` entering the address and the history.
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
