// Imported first by every command, for its effect: an old Node would stop later with a message about syntax.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Key2XS needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
