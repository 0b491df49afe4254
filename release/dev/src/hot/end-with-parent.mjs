// Loaded into each hot server: ends it and frees its port when `pnpm dev` ends, even by a crash.
process.once('disconnect', () => process.exit());
