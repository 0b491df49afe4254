import { Container, Text } from '@site/shared-ui';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { space } from '../content/space';
import { RetryCard } from './query-result';

interface LazyViewProps<Props extends object> {
  /** Must be the same function at each render: another one needs another `key`. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/**
 * Loads and shows a component, and offers a retry when loading fails. `React.lazy` keeps a failure for good and throws
 * it: it would count as a failure of the release and replace the whole page, like an error of the component itself.
 */
export function LazyView<Props extends object>({ load, props }: LazyViewProps<Props>) {
  const [View, setView] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const start = useCallback(() => {
    setHasFailed(false);
    load().then(
      (loaded) => setView(() => loaded),
      () => setHasFailed(true),
    );
  }, [load]);
  useEffect(() => {
    start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [start]);
  if (View) return <View {...props} />;
  return (
    <Container paddingBlock="5">
      {hasFailed ? <RetryCard text={space.offline} onRetry={start} /> : <Text role="status">{space.loading}</Text>}
    </Container>
  );
}
