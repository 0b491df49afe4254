import { Container, Text } from '@site/shared-ui';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { space } from '../content/space';
import { RetryCard } from './query-result';

type Load<Props> = () => Promise<ComponentType<Props>>;

interface LazyViewProps<Props extends object> {
  /** Must be the same function at each render. */
  readonly load: Load<Props>;
  readonly props: Props;
}

/**
 * Loads and shows a component, and offers a retry when loading fails. `React.lazy` keeps a failure for good and throws
 * it: it would count as a failure of the release and replace the whole page, like an error of the component itself.
 */
export function LazyView<Props extends object>({ load, props }: LazyViewProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly load: Load<Props>; readonly View: ComponentType<Props> } | null>(
    null,
  );
  const [failed, setFailed] = useState<Load<Props> | null>(null);
  const [retries, setRetries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(retries): each retry loads again.
  useEffect(() => {
    let isCurrent = true;
    setFailed(null);
    load().then(
      (View) => isCurrent && setLoaded({ load, View }),
      () => isCurrent && setFailed(() => load),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, retries]);
  const retry = useCallback(() => setRetries((count) => count + 1), []);
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
  if (loaded?.load === load) return <loaded.View {...props} />;
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
