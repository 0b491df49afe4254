import { Button, Stack, Text } from '@site/shared-ui';
import { type ComponentType, useRef, useState } from 'react';

type ViewCode<Props> =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly View: ComponentType<Props> };

/** Imports a component at the first call of `load`. Unlike `React.lazy`, another call retries after a failure. */
export function useLoadedView<Props>(importView: () => Promise<ComponentType<Props>>) {
  const [code, setCode] = useState<ViewCode<Props>>({ state: 'loading' });
  const isRequested = useRef(false);

  async function load() {
    if (isRequested.current) return;
    isRequested.current = true;
    setCode({ state: 'loading' });
    try {
      setCode({ state: 'ready', View: await importView() });
    } catch (error) {
      isRequested.current = false;
      // The shell reports an uncaught error as a failure of this release.
      reportError(error);
      setCode({ state: 'failed' });
    }
  }

  return { code, load };
}

interface LoadedViewProps<Props> extends ReturnType<typeof useLoadedView<Props>> {
  readonly words: { readonly loading: string; readonly failed: string; readonly retry: string };
  readonly viewProps: Props;
}

export function LoadedView<Props extends object>({ code, load, words, viewProps }: LoadedViewProps<Props>) {
  if (code.state === 'ready') return <code.View {...viewProps} />;
  if (code.state === 'loading') return <Text role="status">{words.loading}</Text>;
  return (
    <Stack gap="4" align="flex-start">
      <Text role="alert">{words.failed}</Text>
      <Button variant="quiet" onClick={load}>
        {words.retry}
      </Button>
    </Stack>
  );
}
