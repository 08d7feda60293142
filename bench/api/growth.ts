export async function benchmarkGrowth(_sizes: number[]): Promise<void> {}
