// Runs a real EVM on loopback in place of Base Sepolia. Its token behaves like USDC and has the same address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createTestClient, http, parseSignature, publicActions, walletActions, type Address, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { baseSepolia } from "viem/chains";
import { NETWORKS } from "../../src/platform/config/x402.ts";
import { until } from "../processes/own-redis.ts";

const require = createRequire(import.meta.url);
export const NETWORK = "eip155:84532";
const { asset, name, version } = NETWORKS[NETWORK];
export const USDC: Address = asset;
/**
 * Anvil's default accounts, which hold ether for gas. One account must not send two transactions at once, because they would
 * compete for a nonce.
 */
const RICH = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const MINTER = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");

const ABI = [
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ type: "address" }],
    outputs: [{ type: "uint256" }],
  },
  {
    type: "function",
    name: "mint",
    stateMutability: "nonpayable",
    inputs: [{ type: "address" }, { type: "uint256" }],
    outputs: [],
  },
  {
    type: "function",
    name: "cancelAuthorization",
    stateMutability: "nonpayable",
    inputs: [{ type: "address" }, { type: "bytes32" }, { type: "uint8" }, { type: "bytes32" }, { type: "bytes32" }],
    outputs: [],
  },
] as const;

function clientOf(url: string) {
  const chain = { ...baseSepolia, rpcUrls: { default: { http: [url] } } };
  const client = createTestClient({ chain, mode: "anvil", transport: http(url), account: RICH, pollingInterval: 50 });
  return client.extend(publicActions).extend(walletActions);
}

export interface TestChain {
  readonly url: string;
  readonly client: ReturnType<typeof clientOf>;
  readonly rich: PrivateKeyAccount;
  /** Creates an account with this balance in dollars. */
  payer(dollars: number): Promise<PrivateKeyAccount>;
  /** Returns the balance in dollars. */
  balanceOf(address: string): Promise<number>;
  /** Cancels a signed authorization, which its payer is entitled to do. */
  cancel(payer: PrivateKeyAccount, nonce: Hex): Promise<void>;
  /** Moves the chain's clock forward. */
  advance(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startChain(): Promise<TestChain> {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const binary = require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
  const anvil = spawn(binary, ["--host", "127.0.0.1", "--port", "0", "--chain-id", "84532"]);
  let said = "";
  anvil.stdout.on("data", (data: Buffer) => (said += data.toString()));
  await until(() => said.includes("Listening on"));
  const url = `http://${/Listening on ([\d.:]+)/.exec(said)?.[1]}`;
  const client = clientOf(url);
  await client.setCode({ address: USDC, bytecode: await compiled() });
  return {
    url,
    client,
    rich: RICH,
    async payer(dollars) {
      const payer = privateKeyToAccount(generatePrivateKey());
      const units = BigInt(dollars) * 1_000_000n;
      const args = [payer.address, units] as const;
      const hash = await client.writeContract({
        account: MINTER,
        address: USDC,
        abi: ABI,
        functionName: "mint",
        args,
      });
      await client.waitForTransactionReceipt({ hash });
      return payer;
    },
    async balanceOf(address) {
      const args = [address as Address] as const;
      return Number(await client.readContract({ address: USDC, abi: ABI, functionName: "balanceOf", args })) / 1e6;
    },
    async cancel(payer, nonce) {
      const signature = await payer.signTypedData({
        domain: { name, version, chainId: baseSepolia.id, verifyingContract: USDC },
        primaryType: "CancelAuthorization",
        types: {
          CancelAuthorization: [
            { name: "authorizer", type: "address" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        message: { authorizer: payer.address, nonce },
      });
      const { r, s, yParity } = parseSignature(signature);
      const args = [payer.address, nonce, 27 + yParity, r, s] as const;
      const call = { account: MINTER, address: USDC, abi: ABI, functionName: "cancelAuthorization", args } as const;
      await client.waitForTransactionReceipt({ hash: await client.writeContract(call) });
    },
    async advance(seconds) {
      await client.increaseTime({ seconds });
      await client.mine({ blocks: 1 });
    },
    async stop() {
      if (anvil.exitCode !== null || anvil.signalCode !== null) return;
      anvil.kill();
      await once(anvil, "exit");
    },
  };
}

async function compiled(): Promise<Hex> {
  const { compile } = require("solc") as { readonly compile: (input: string) => string };
  const content = await readFile(new URL("usdc.sol", import.meta.url), "utf8");
  const settings = { outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } } };
  const output = JSON.parse(
    compile(JSON.stringify({ language: "Solidity", sources: { usdc: { content } }, settings })),
  );
  const code: string | undefined = output.contracts?.usdc?.Usdc?.evm.deployedBytecode.object;
  if (code === undefined) throw new Error(JSON.stringify(output.errors));
  return `0x${code}`;
}
