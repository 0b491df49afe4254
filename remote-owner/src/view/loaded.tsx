import { Container, Text } from '@site/shared-ui';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { space } from '../content/space';
import { RetryCard } from './retry-card';

type Load<Props> = () => Promise<ComponentType<Props>>;

interface LoadedProps<Props extends object> {
  /** Must be the same function at each render. */
  readonly load: Load<Props>;
  readonly props: Props;
}

/**
 * Loads and shows a component, and offers a retry when loading fails. A thrown error would count as a failure of the
 * release and replace the whole page.
 */
export function Loaded<Props extends object>({ load, props }: LoadedProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly of: Load<Props>; readonly View: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState<Load<Props> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setFailed(null);
    load().then(
      (View) => isCurrent && setLoaded({ of: load, View }),
      () => isCurrent && setFailed(() => load),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  if (loaded?.of === load) return <loaded.View {...props} />;
  return (
    <Container paddingBlock="5">
      {failed === load ? (
        <RetryCard text={space.offline} onRetry={retry} />
      ) : (
        <Text role="status">{space.loading}</Text>
      )}
    </Container>
  );
}
