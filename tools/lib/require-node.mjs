// Every command imports this first: an old Node would fail later with a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Key2XS needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
