export default function tearDown(): void {}
