import { fdatasyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const groupAndOthers = 0o077;

type Attributes = { mode?: number };
/** The part of Emscripten's file system missing from PGlite's typings. */
type NodeFiles = {
  node_ops: { setattr(node: object, attributes: Attributes): void };
  stream_ops: {
    setattr(stream: object, attributes: Attributes): void;
    fsync?: (stream: { nfd: number }) => number;
  };
};

const withoutOthers = <A extends Attributes>(attributes: A): A =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~groupAndOthers };

/**
 * PGlite's own file system makes files readable by every user and never calls fsync, so a power cut could lose
 * acknowledged writes.
 */
export class PrivateDurableFiles extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>) {
    const result = await super.init(...parameters);
    const { emscriptenOpts } = result;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => harden(module.FS.filesystems.NODEFS as unknown as NodeFiles), // not in PGlite's typings
    ];
    return result;
  }
}

function harden({ node_ops, stream_ops }: NodeFiles): void {
  const { setattr: setByPath } = node_ops;
  const { setattr: setByHandle } = stream_ops;
  node_ops.setattr = (node, attributes) => setByPath(node, withoutOthers(attributes));
  stream_ops.setattr = (stream, attributes) => setByHandle(stream, withoutOthers(attributes));
  stream_ops.fsync = ({ nfd }) => {
    fdatasyncSync(nfd);
    return 0;
  };
}
