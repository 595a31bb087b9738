// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// What x402 needs of USDC: ERC-20 balances and EIP-3009, with the events and the EIP-712 domain of Circle's contract on Base
// Sepolia. Anybody may mint.
contract Usdc {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
  event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

  bytes32 constant DOMAIN = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
  bytes32 constant TRANSFER =
    keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");
  bytes32 constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

  function name() external pure returns (string memory) { return "USDC"; }
  function version() external pure returns (string memory) { return "2"; }
  function decimals() external pure returns (uint8) { return 6; }

  function DOMAIN_SEPARATOR() public view returns (bytes32) {
    return keccak256(abi.encode(DOMAIN, keccak256("USDC"), keccak256("2"), block.chainid, address(this)));
  }

  function mint(address to, uint256 value) external {
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    uint8 v, bytes32 r, bytes32 s
  ) external {
    require(block.timestamp > validAfter && block.timestamp < validBefore, "FiatTokenV2: authorization time");
    require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
    bytes32 signed = keccak256(abi.encode(TRANSFER, from, to, value, validAfter, validBefore, nonce));
    require(signerOf(signed, v, r, s) == from, "FiatTokenV2: invalid signature");
    authorizationState[from][nonce] = true;
    emit AuthorizationUsed(from, nonce);
    require(balanceOf[from] >= value, "ERC20: transfer amount exceeds balance");
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
    require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    require(signerOf(keccak256(abi.encode(CANCEL, authorizer, nonce)), v, r, s) == authorizer, "FiatTokenV2: invalid signature");
    authorizationState[authorizer][nonce] = true;
    emit AuthorizationCanceled(authorizer, nonce);
  }

  function signerOf(bytes32 signed, uint8 v, bytes32 r, bytes32 s) internal view returns (address) {
    return ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), signed)), v, r, s);
  }
}
