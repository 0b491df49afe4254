// The share scope must be filled before anything imports React: hence a second, asynchronous module.
import('./bootstrap').catch((error: unknown) => {
  document.documentElement.dataset.shell = 'failed';
  throw error;
});
