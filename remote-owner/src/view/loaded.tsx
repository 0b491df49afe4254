import { Button, Card, Container, Stack, Text } from '@site/shared-ui';
import { type ComponentType, useEffect, useState } from 'react';
import { space } from '../content/space';

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
  const again = () => setAttempt((count) => count + 1);
  useEffect(() => {
    const retry = () => setAttempt((count) => count + 1);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  if (loaded?.of === load) return <loaded.View {...props} />;
  return (
    <Container paddingBlock="5">
      {failed === load ? (
        <Card>
          <Stack gap="4" align="flex-start">
            <Text role="alert">{space.offline}</Text>
            <Button variant="quiet" onClick={again}>
              {space.retry}
            </Button>
          </Stack>
        </Card>
      ) : (
        <Text role="status">{space.loading}</Text>
      )}
    </Container>
  );
}
